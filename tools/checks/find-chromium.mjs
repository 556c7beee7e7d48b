import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const fixedPaths = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** The command line of Chromium in tests; `playwright.config.ts` and the double of Electron use it. */
export const testArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Each test has new pages: what V8 spends on making their code fast and their memory small is thrown away with them.
  '--js-flags=--no-turbofan,--no-maglev,--min-semi-space-size=16',
]

const shellNames = ['chromium-headless-shell', 'chrome-headless-shell']

/**
 * Returns the system's Chromium, else the one that Playwright has installed, else null. `TIDEMARK_CHROMIUM` names one
 * by path.
 */
export function findChromium() {
  return named() ?? [...onPath(names), ...fixedPaths].find(isExecutable) ?? ownChromium()
}

/**
 * Returns Chromium's headless shell, because the browser's own interface takes more processor time than our pages; else
 * Chromium itself, else null. `TIDEMARK_CHROMIUM` names one by path.
 */
export function findHeadlessChromium() {
  return named() ?? findHeadlessShell() ?? findChromium()
}

export function findHeadlessShell() {
  return onPath(shellNames).find(isExecutable) ?? null
}

function named() {
  return process.env['TIDEMARK_CHROMIUM'] || null
}

/** @param {readonly string[]} names */
function onPath(names) {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '')
  return names.flatMap((name) => folders.map((folder) => join(folder, name)))
}

function ownChromium() {
  const path = chromium.executablePath()
  return path !== '' && existsSync(path) ? path : null
}

/** @param {string} path */
function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    // Missing or not executable: not usable as a browser.
    return false
  }
}
