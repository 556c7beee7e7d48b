import { loadShell } from '../_workspace/load-workspace'
import { OfflineApp } from '../_workspace/offline-app'

/** The page that browsers keep, to show whatever address is opened while the server cannot be reached. */
export default async function Page() {
  return (
    <>
      <title>Tidemark</title>
      <OfflineApp {...await loadShell()} />
    </>
  )
}
