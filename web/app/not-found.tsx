import { AccountFrame } from '@/features/accounts/account-frame'
import { buttonClass } from '@/ui/buttons/button'

/** For pages that this server does not have in its mode. */
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
