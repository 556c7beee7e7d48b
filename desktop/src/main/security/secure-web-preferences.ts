import type { WebPreferences } from 'electron'

/** The only web preferences any window gets. preloadPath: absolute path of the built preload script; null for none. */
export function secureWebPreferences(preloadPath: string | null): WebPreferences {
  return {
    ...(preloadPath === null ? {} : { preload: preloadPath }),
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    nodeIntegrationInSubFrames: false,
    nodeIntegrationInWorker: false,
    webSecurity: true,
    allowRunningInsecureContent: false,
    webviewTag: false,
    navigateOnDragDrop: false,
    // Elsewhere Chromium fetches its dictionaries from a server.
    spellcheck: process.platform === 'darwin',
  }
}
