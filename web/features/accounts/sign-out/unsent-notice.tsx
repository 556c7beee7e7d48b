import { Callout } from '@/ui/callout'

/** The notice of how many unsent changes this browser keeps for the return of those who signed out. */
export function UnsentNotice({ count }: { readonly count: number }) {
  if (count === 0) return null
  return (
    <Callout tone="info" title={`${kept(count)} not sent`} className="mt-4">
      {count === 1 ? 'It is' : 'They are'} kept in this browser, and offered again when you have signed in.
    </Callout>
  )
}

function kept(count: number): string {
  return count === 1 ? 'One change was' : `${count} changes were`
}
