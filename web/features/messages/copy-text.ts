import { toast } from '@/ui/popups/toaster'
import { reportProblem } from './report-problem'

/** Puts on the clipboard what a person wrote, or sees. said: the message. */
export function copyText(text: string, said = 'Your text is on the clipboard'): void {
  navigator.clipboard.writeText(text).then(() => toast(said), reportProblem)
}
