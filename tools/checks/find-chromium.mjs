import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const fixedPaths = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
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
