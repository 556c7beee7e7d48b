'use client'

import { Share2 } from 'lucide-react'
import type { Dashboard } from '@tidemark/shared/dashboards/dashboard'
import { Button } from '@/ui/buttons/button'
import { lazyComponent } from '@/ui/lazy-part'
import { Popover } from '@/ui/popups/popover'
import { Skeleton } from '@/ui/skeleton'

const SharePanel = lazyComponent(() => import('./share-panel'), <Skeleton className="h-80" />)

/** The button that says who sees a dashboard and hands out its link. A phone has both in the page's menu. */
export function ShareButton({ dashboard }: { readonly dashboard: Dashboard }) {
  return (
    <Popover
      label="Share this dashboard"
      align="end"
      width={340}
      trigger={
        <Button variant="ghost" icon={Share2} className="max-sm:hidden">
          <span className="max-lg:sr-only">Share</span>
        </Button>
      }
    >
      {(close) => <SharePanel dashboard={dashboard} close={close} />}
    </Popover>
  )
}
