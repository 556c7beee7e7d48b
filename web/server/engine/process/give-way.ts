import { getPriority, setPriority } from 'node:os'

/**
 * Lets the server and other programs have the processor before this process. niceness: as in `nice`, 0 to 19. Who runs
 * lower already stays there: only the superuser may raise a priority.
 */
export function giveWay(niceness: number): void {
  setPriority(Math.max(getPriority(), niceness))
}
