import { loadShell } from '../_workspace/load-workspace'
import { OfflineApp } from '../_workspace/offline-app'

/** Renders the page that browsers store and show for any address while the server cannot be reached. */
export default async function Page() {
  return (
    <>
      <title>Tidemark</title>
      <OfflineApp {...await loadShell()} />
    </>
  )
}
