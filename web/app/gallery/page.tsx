import { notFound } from 'next/navigation'
import { galleryNow } from '@tidemark/shared/charts/plot/gallery/gallery-charts'
import { PageEnvironmentProvider } from '@/client/page/page-environment'
import { ChartGallery } from '@/features/charts/chart-gallery'
import { requestLocale } from '../_workspace/request-environment'

export const metadata = { title: 'Chart gallery · Tidemark' }

/**
 * Renders every chart type over fixed data, for developers and browser tests; only if `TIDEMARK_GALLERY=1` is set at
 * run time.
 */
export default async function Page() {
  const { locale } = await requestLocale()
  if (process.env['TIDEMARK_GALLERY'] !== '1') notFound()
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
      <ChartGallery />
    </PageEnvironmentProvider>
  )
}
