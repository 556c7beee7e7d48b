import { AccountFrame } from '@/features/accounts/account-frame'
import { buttonClass } from '@/ui/buttons/button'

/** Shown for pages that do not exist in the server's mode. */
export default function NotFound() {
  return (
    <>
      <title>Not found · Tidemark</title>
      <AccountFrame title="There is nothing at this address" text="The link may be old or mistyped.">
        <a href="/" className={`${buttonClass({ variant: 'primary' })} mt-5 h-9 w-full`}>
          Go home
        </a>
      </AccountFrame>
    </>
  )
}
