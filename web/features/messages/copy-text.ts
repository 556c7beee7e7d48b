import { toast } from '@/ui/popups/toaster'
import { reportProblem } from './report-problem'

/** Copies a text that the person wrote or sees to the clipboard. said: the message. */
export function copyText(text: string, said = 'Your text is on the clipboard'): void {
  navigator.clipboard.writeText(text).then(() => toast(said), reportProblem)
}
