import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'

const compress = promisify(brotliCompress)

/**
 * Writes each script and style sheet of `source`, compressed as `<path>.br`, below `target`, from where the host serves
 * them. Compressed once and read at every visit, so brotli uses its highest level.
 *
 * @param {string} source @param {string} target
 */
export async function compressStatic(source, target) {
  const paths = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((path) => /\.(js|css)$/.test(path))
  await Promise.all(
    paths.map(async (path) => {
      const content = await readFile(join(source, path))
      const params = {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.byteLength,
      }
      const targetPath = join(target, `${path}.br`)
      await mkdir(dirname(targetPath), { recursive: true })
      await writeFile(targetPath, await compress(content, { params }))
    }),
  )
}
