import { toast } from '@/ui/popups/toaster'
import { reportProblem } from './report-problem'

/** Copies a person's text to the clipboard. */
export function copyText(text: string): void {
  navigator.clipboard.writeText(text).then(() => toast('Your text is on the clipboard'), reportProblem)
}
