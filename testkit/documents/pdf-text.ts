import { spawnSync } from 'node:child_process'

/** Returns the text of a PDF as `pdftotext` reads it, in the order in which it stands. Throws where that is missing. */
export function pdfText(pdf: Uint8Array): string {
  const { error, status, stdout, stderr } = spawnSync('pdftotext', ['-', '-'], { input: pdf, encoding: 'utf8' })
  if (error !== undefined)
    throw new Error('This test needs pdftotext: install poppler-utils with your package manager.', { cause: error })
  if (status !== 0) throw new Error(`pdftotext failed: ${stderr}`)
  return stdout
}
