import { notFound } from 'next/navigation'
import { chartTypeSchema } from '@tidemark/shared/charts/chart-visual'
import { galleryNow, loadGallery } from '@tidemark/shared/charts/plot/gallery/gallery-charts'
import { PageEnvironmentProvider } from '@/client/page/page-environment'
import { ChartGallery } from '@/features/charts/chart-gallery'
import { requestLocale } from '../_workspace/request-environment'

export const metadata = { title: 'Chart gallery · Tidemark' }

/**
 * Renders every chart type over fixed data, for developers and browser tests, or one `type` in all of its states; only
 * if `TIDEMARK_GALLERY=1` is set at run time.
 */
export default async function Page({
  searchParams,
}: {
  readonly searchParams: Promise<Readonly<Record<string, unknown>>>
}) {
  const { locale } = await requestLocale()
  if (process.env['TIDEMARK_GALLERY'] !== '1') notFound()
  const type = chartTypeSchema.safeParse((await searchParams)['type'])
  return (
    <PageEnvironmentProvider
      initial={{
        locale,
        now: galleryNow,
        viewportWidth: 1280,
        isDesktopApp: false,
        version: '',
        buildId: '',
        chartHost: null,
        databaseName: 'gallery',
        team: null,
      }}
    >
      <ChartGallery gallery={await loadGallery()} type={type.success ? type.data : null} />
    </PageEnvironmentProvider>
  )
}
