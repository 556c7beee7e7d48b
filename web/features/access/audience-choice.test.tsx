import { Users } from 'lucide-react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { AudienceChoice, DoneButton } from './audience-choice'

const bea = { userId: 'bea', name: 'Bea', email: null, role: 'editor' as const, attributes: null, joinedAt: 0 }
const drawn = (isAsking: boolean, isKept = false) =>
  renderToStaticMarkup(
    <AudienceChoice
      open={{ label: 'Everyone', icon: Users }}
      isKept={isKept}
      isAsking={isAsking}
      onAsk={() => expect.fail('nobody pressed')}
      others={[bea]}
      onOpen={() => expect.fail('nobody pressed')}
      onKeep={() => expect.fail('nobody pressed')}
    />,
  )
const done = (isAsking: boolean) =>
  renderToStaticMarkup(<DoneButton isAsking={isAsking} onDone={() => expect.fail('nobody pressed')} />)

test('the dialog is not done while it asks who keeps access, and says so', () => {
  expect(drawn(true)).toContain('Bea has access now')
  const [, note] = /<p id="([^"]+)"[^>]*>Choose first who keeps access\./.exec(done(true)) ?? expect.fail()
  expect(done(true)).toMatch(new RegExp(`<button[^>]* aria-disabled="true" aria-describedby="${note}"`))
})

test('there is nothing to choose once it is open or kept', () => {
  expect(drawn(false)).not.toContain('has access now')
  expect(drawn(true, true)).not.toContain('has access now')
  expect(done(false)).not.toMatch(/aria-disabled="|Choose first/)
})
