import { dashboardIdSchema } from '@tidemark/shared/dashboards/dashboard'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import {
  imageIdSchema,
  maxImageBytes,
  maxImageMb,
  maxImagesOfWorkspace,
  mediaTypes,
  readImageEndpoint,
  uploadImageEndpoint,
} from '@tidemark/shared/images/image'
import { answerJson, answerWhole, routesOver, uploadOf, type ApiRoute } from '../http/api-route'

const { route } = routesOver<'images'>()

export const imageRoutes: readonly ApiRoute[] = [
  route(
    {
      ...uploadImageEndpoint,
      summary: 'Stores a picture for tiles of dashboards.',
      description: `The body is the file as it is: PNG, JPEG, WebP, GIF or SVG, which its content decides, of ${maxImageMb} MB at most. \`createTile\` and \`updateTile\` then show it by its id: \`{"kind": "image", "imageId": "…", "description": "", "fit": "whole", "link": null}\`. Equal pictures of a workspace are stored once, ${maxImagesOfWorkspace.toLocaleString('en')} at most. One that no tile ever showed is deleted after 90 days.`,
      tokenScope: 'content:write',
      takesFile: true,
      status: 201,
      errors: [
        'upload-too-large',
        'upload-empty',
        'upload-cancelled',
        'image-type',
        'image-too-many',
        'forbidden',
        'disk-full',
      ],
      example: `curl -s --data-binary @logo.png http://127.0.0.1:3000/api/images`,
    },
    async ({ request, actor, services }) => {
      mustNotAnnounceTooMuch(request)
      return answerJson(await services.images.receive(actor, uploadOf(request), request.signal), 201)
    },
  ),

  route(
    {
      ...readImageEndpoint,
      summary: 'A picture that a dashboard shows.',
      description:
        'For whoever may see the dashboard. Its `etag` is its id: asked again with `if-none-match`, the answer is 304.',
      tokenScope: 'content:read',
      success: 'The file as it was sent. Browsers show it within pages alone.',
      otherAnswers: Object.values(mediaTypes).map((type) => ({ type })),
      errors: ['not-found', 'image-not-uploaded'],
      example: `curl -s http://127.0.0.1:3000/api/dashboards/board1/images/$IMAGE_ID -o picture`,
    },
    async ({ request, actor, services, params }) => {
      const dashboardId = dashboardIdSchema.safeParse(params.dashboardId).data
      const imageId = imageIdSchema.safeParse(params.imageId).data
      if (dashboardId === undefined || imageId === undefined) throw new TidemarkError('not-found')
      const { bytes, type } = await services.images.read(actor, dashboardId, imageId)
      const headers = { ...asPictureOnly, etag: `"${imageId}"` }
      return request.headers.get('if-none-match') === headers.etag
        ? new Response(null, { status: 304, headers })
        : answerWhole(bytes, mediaTypes[type], 200, headers)
    },
  ),
]

/**
 * The headers of a picture. An SVG may hold scripts: opened by its address it is downloaded, and whoever shows it
 * nevertheless runs nothing in it. Rights may change, so each use is asked for again.
 */
const asPictureOnly = {
  'cache-control': 'private, no-cache, no-transform',
  'content-disposition': 'attachment; filename="picture"',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
} as const

function mustNotAnnounceTooMuch({ headers }: Request): void {
  const sizeBytes = Number(headers.get('content-length') ?? 0)
  if (sizeBytes > maxImageBytes)
    throw new TidemarkError('upload-too-large', {
      detail: `It has ${(sizeBytes / 1024 / 1024).toFixed(1)} MB, and the limit for a picture is ${maxImageMb} MB.`,
    })
}
