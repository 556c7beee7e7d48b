import { toast } from '@/ui/popups/toaster'

/** Copies an address to the clipboard. */
export async function copyLink(link: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(link)
    toast('Link copied')
  } catch (thrown) {
    // Browsers refuse without permission or focus; the person can copy the shown link by hand.
    console.info('the clipboard refused', thrown)
    toast('The browser did not allow copying', { tone: 'warn', description: link })
  }
}
