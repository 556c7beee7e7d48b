// Rendered per request, as a dashboard is.
export const dynamic = 'force-dynamic'

export default function Page() {
  return <p>Nothing but Next.</p>
}
