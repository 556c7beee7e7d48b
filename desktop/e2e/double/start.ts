import { pathToFileURL } from 'node:url'
import { join } from 'node:path'

/** Runs the built main bundle unchanged; the double is beside it under the name `electron`. */
const bundle = pathToFileURL(join(import.meta.dirname, 'app', 'main.js')).href
const electron = pathToFileURL(join(import.meta.dirname, 'app', 'node_modules', 'electron', 'index.js')).href
const { doubleIsReady, becomeReady } = (await import(electron)) as typeof import('./electron')
await doubleIsReady
await import(bundle)
becomeReady()
