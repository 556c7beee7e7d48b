import * as z from 'zod/mini'
import type { ApiEndpoint } from '../base/api-endpoint'
import { isJsonObject, type JsonValue } from '../base/json'

/** The id of an image is the SHA-256 of its bytes, in hexadecimal, so that equal pictures are stored once. */
export const imageIdSchema = z
  .string()
  .check(z.regex(/^[0-9a-f]{64}$/, 'a SHA-256 in hexadecimal'))
  .brand<'ImageId'>()
export type ImageId = z.infer<typeof imageIdSchema>

export const maxImageMb = 5
export const maxImageBytes = maxImageMb * 1024 * 1024
/** The most images that a workspace keeps, those of its history included. */
export const maxImagesOfWorkspace = 2_000

export const maxImageDescription = 500
const maxLinkLength = 2_000

/** The address that an image leads to: http or https, without a password in it. */
export const imageLinkSchema = z
  .string()
  .check(
    z.maxLength(maxLinkLength),
    z.refine(isWebAddress, 'an address that begins with http:// or https://, without a password'),
  )

function isWebAddress(text: string): boolean {
  // Browsers drop control characters and read `\` as `/`, so neither is accepted.
  if (!/^https?:\/\/[^\u0000-\u0020\u007f-\u009f\\]+$/i.test(text) || !URL.canParse(text)) return false
  const { username, password } = new URL(text)
  return username === '' && password === ''
}

/** How an image fills its tile: shown whole, or cut off so that it covers the tile. */
export const imageFits = ['whole', 'fill'] as const

/** The content of an image tile. description: for who does not see it; empty for mere decoration. */
export const imageContentSchema = z.object({
  kind: z.literal('image'),
  imageId: imageIdSchema,
  description: z.string().check(z.maxLength(maxImageDescription)),
  fit: z.enum(imageFits),
  link: z.nullable(imageLinkSchema),
})
export type ImageContent = z.infer<typeof imageContentSchema>

/** Returns the id of the image that an entry shows, whatever version of Tidemark stored it; null if it shows none. */
export function imageIdOf(key: string, value: JsonValue): ImageId | null {
  const content = key.startsWith('tile/') && isJsonObject(value) ? value['content'] : undefined
  if (!isJsonObject(content) || content['kind'] !== 'image') return null
  return imageIdSchema.safeParse(content['imageId']).data ?? null
}

export const imageTypes = ['png', 'jpeg', 'webp', 'gif', 'svg'] as const
export type ImageType = (typeof imageTypes)[number]

export const mediaTypes = {
  png: 'image/png',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  gif: 'image/gif',
  svg: 'image/svg+xml',
} as const satisfies Record<ImageType, string>

export const uploadImageEndpoint = {
  method: 'POST',
  path: '/api/images',
  answer: z.object({ id: imageIdSchema, type: z.enum(imageTypes), sizeBytes: z.int() }),
} as const satisfies ApiEndpoint

export const readImageEndpoint = {
  method: 'GET',
  path: '/api/dashboards/:dashboardId/images/:imageId',
} as const satisfies ApiEndpoint
