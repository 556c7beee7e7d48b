import { reportingConfigSchema, type ReportingConfig } from '@tidemark/shared/observability/reporting-config'
import { getDesktop } from '../page/desktop-bridge'
import { reportingMetaName } from './reporting-meta'

/** Reads how this page reports; null if it does not, which is the default. */
export function readPageReporting(page: Document = document): ReportingConfig | null {
  const content = page.querySelector(`meta[name="${reportingMetaName}"]`)?.getAttribute('content')
  if (content === null || content === undefined) return null
  const parsed = reportingConfigSchema.safeParse(parseJson(content))
  return parsed.success && parsed.data.isEnabled ? parsed.data : null
}

/**
 * Loads and starts the SDK if the page says so; otherwise nothing is loaded. In the desktop app reports go through its
 * main process, and only with the person's consent.
 */
export async function startPageReporting(): Promise<void> {
  const config = readPageReporting()
  if (config === null) return
  const desktop = getDesktop()
  if (desktop === null) {
    const { startBrowserReporting } = await import('./sentry-browser')
    startBrowserReporting(config)
    return
  }
  const { isActive } = await desktop.readReporting()
  if (!isActive) return
  const { startRendererReporting } = await import('./sentry-renderer')
  startRendererReporting(config, desktop)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The element has our name but other content.
    return null
  }
}
