import { toast } from '@/ui/popups/toaster'
import { reportProblem } from './report-problem'

/** Puts on the clipboard what a person wrote. */
export function copyText(text: string): void {
  navigator.clipboard.writeText(text).then(() => toast('Your text is on the clipboard'), reportProblem)
}
