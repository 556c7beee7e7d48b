import { expect, test } from 'vitest'
import { tokenPage } from './token-page'

const wrong = 'That is not the token.'

test.each(['/', '/charts?tokens=x', '//', '//[', '/\\\\[', '//:0?x'])(
  'whoever asks for %s is asked for the token',
  (target) => {
    expect(tokenPage(target)).toContain('asks for its access token')
    expect(tokenPage(target)).not.toContain(wrong)
  },
)

test.each(['/?token=x', '//[?token=x', '/charts?a=b&token='])(
  'with %s they are told that theirs was wrong',
  (target) => {
    expect(tokenPage(target)).toContain(wrong)
  },
)
