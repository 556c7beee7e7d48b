import { createEmbed } from './create-embed'
import { isTheme } from './embed-messages'
import type { EmbedOptions } from './embed-types'

/** The script of pages that hold frames: `Tidemark.embed`, and elements with `data-tidemark-embed`. */
const { currentScript } = document
const server = currentScript instanceof HTMLScriptElement ? currentScript.src : location.href
const signedPages = new URL('/embed/signed/', server).href

window.Tidemark = { embed: (element, options) => createEmbed(element, options, signedPages) }

function embedAll(): void {
  for (const element of document.querySelectorAll<HTMLElement>('[data-tidemark-embed]')) {
    const { tidemarkEmbed, theme, locale, height, title } = element.dataset
    if (!tidemarkEmbed || element.childElementCount > 0) continue
    const options: EmbedOptions = {
      url: tidemarkEmbed,
      ...(isTheme(theme) && { theme }),
      ...(locale && { locale }),
      ...(title && { title }),
      ...(Number(height) > 0 && { height: Number(height) }),
    }
    createEmbed(element, options, signedPages)
  }
}

if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', embedAll)
else embedAll()
