import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { findChromium } from '../checks/find-chromium.mjs'
import { repositoryRoot } from '../repository-root.mjs'

const folder = join(repositoryRoot, 'desktop', 'build')
const sizes = /** @type {const} */ ([16, 24, 32, 48, 64, 128, 256, 512, 1024])
/** Up to this size details would blur: a drawing with thicker lines and no margin is used. */
const largestSmall = 48
/** Apple's names of the pictures inside an `.icns`, by width in pixels. */
const appleTypes = /** @type {const} */ ([
  ['icp4', 16],
  ['icp5', 32],
  ['ic11', 32],
  ['ic12', 64],
  ['ic07', 128],
  ['ic13', 256],
  ['ic08', 256],
  ['ic14', 512],
  ['ic09', 512],
  ['ic10', 1024],
])
const windowsSizes = /** @type {const} */ ([16, 24, 32, 48, 64, 128, 256])

/** Draws the app's icon in the formats of all platforms; run after a change to the drawings. */
async function makeIcons() {
  const pictures = await drawPictures()
  mkdirSync(join(folder, 'icons'), { recursive: true })
  for (const [size, png] of pictures) writeFileSync(join(folder, 'icons', `${size}x${size}.png`), png)
  writeFileSync(join(folder, 'icon.icns'), icnsOf(pictures))
  writeFileSync(join(folder, 'icon.ico'), icoOf(pictures))
}

/** @returns {Promise<Map<number, Buffer>>} PNG by width */
async function drawPictures() {
  const executablePath = findChromium()
  const browser = await chromium.launch({
    ...(executablePath === null ? {} : { executablePath }),
    args: ['--no-sandbox', '--disable-gpu'],
  })
  const page = await browser.newPage()
  /** @type {Map<number, Buffer>} */
  const pictures = new Map()
  for (const size of sizes) {
    const svg = readFileSync(join(folder, size <= largestSmall ? 'icon-small.svg' : 'icon.svg'), 'utf8')
    await page.setViewportSize({ width: size, height: size })
    await page.setContent(`<style>html,body{margin:0}svg{display:block;width:${size}px}</style>${svg}`)
    pictures.set(size, await page.screenshot({ omitBackground: true }))
  }
  await browser.close()
  return pictures
}

/** @param {Map<number, Buffer>} pictures */
function icnsOf(pictures) {
  const parts = appleTypes.map(([type, size]) => {
    const png = mustGet(pictures, size)
    const head = Buffer.alloc(8)
    head.write(type, 'latin1')
    head.writeUInt32BE(png.length + head.length, 4)
    return Buffer.concat([head, png])
  })
  const head = Buffer.alloc(8)
  head.write('icns', 'latin1')
  head.writeUInt32BE(
    parts.reduce((sum, part) => sum + part.length, head.length),
    4,
  )
  return Buffer.concat([head, ...parts])
}

/** @param {Map<number, Buffer>} pictures */
function icoOf(pictures) {
  const headBytes = 6
  const entryBytes = 16
  let offset = headBytes + entryBytes * windowsSizes.length
  const head = Buffer.alloc(offset)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(windowsSizes.length, 4)
  for (const [at, size] of windowsSizes.entries()) {
    const { length } = mustGet(pictures, size)
    const entry = head.subarray(headBytes + at * entryBytes)
    // 0 stands for 256.
    entry.writeUInt8(size % 256, 0)
    entry.writeUInt8(size % 256, 1)
    entry.writeUInt16LE(1, 4)
    entry.writeUInt16LE(32, 6)
    entry.writeUInt32LE(length, 8)
    entry.writeUInt32LE(offset, 12)
    offset += length
  }
  return Buffer.concat([head, ...windowsSizes.map((size) => mustGet(pictures, size))])
}

/** @param {Map<number, Buffer>} pictures @param {number} size */
function mustGet(pictures, size) {
  const png = pictures.get(size)
  if (png === undefined) throw new Error(`no picture of ${size}`)
  return png
}

await makeIcons()
