import type { WebPreferences } from 'electron'

/**
 * Returns the only web preferences that windows get. preloadPath: absolute path of the built preload script; null for
 * none.
 */
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
    // On other systems Chromium downloads its dictionaries from a server.
    spellcheck: process.platform === 'darwin',
  }
}
