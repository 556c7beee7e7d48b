import seriesColors from '../features/charts/series-colors.css?raw'
import appColors from '../ui/colors.css?raw'
import ownStyle from './public-page.css?raw'

/** The style sheet of public pages: the app's colours, which follow the reader's theme, and the page's own rules. */
export const publicPageStyle = `:root{color-scheme:light dark;${colorsIn(appColors)}}${minified(seriesColors)}${minified(ownStyle)}`

function colorsIn(css: string): string {
  return (css.match(/--color-[a-z-]+: light-dark\([^;]*\);/g) ?? []).join('')
}

function minified(css: string): string {
  return css.replace(/\/\*.*?\*\//gs, '').replace(/\s+/g, ' ')
}
