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

/** The system's Chromium, else the one Playwright has installed, else null. `TIDEMARK_CHROMIUM` names one by path. */
export function findChromium() {
  return named() ?? [...onPath(names), ...fixedPaths].find(isExecutable) ?? ownChromium()
}

/**
 * Chromium without what is round its pages: of a page of ours that takes more processor time than the page itself. Else Chromium as
 * it is, else null. `TIDEMARK_CHROMIUM` names one by path.
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
    // Not there, or not ours to run: either way it is no browser for us.
    return false
  }
}
