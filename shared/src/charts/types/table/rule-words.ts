import type { ColumnRule, RuleIcon, RuleTest, RuleTone } from '../../column-style'

const toneWords: Readonly<Record<RuleTone, string>> = {
  good: 'green',
  warn: 'amber',
  bad: 'red',
  accent: 'blue',
  muted: 'grey',
}
const iconWords: Readonly<Record<RuleIcon, string>> = {
  up: 'an arrow up',
  down: 'an arrow down',
  check: 'a tick',
  cross: 'a cross',
  warning: 'a warning sign',
  flag: 'a flag',
}

/** Says what a rule does, as in “Below 0: a red background”. */
export function ruleWords(rule: ColumnRule): string {
  switch (rule.kind) {
    case 'scale':
      return 'A background from faint to strong, by value'
    case 'bar':
      return 'A bar as long as the value'
    case 'fill':
      return `${testWords(rule.test)}: a ${toneWords[rule.tone]} background`
    case 'text':
      return `${testWords(rule.test)}: ${toneWords[rule.tone]} text`
    case 'icon':
      return `${testWords(rule.test)}: ${iconWords[rule.icon]}, ${toneWords[rule.tone]}`
  }
}

function testWords(test: RuleTest): string {
  switch (test.op) {
    case 'is-empty':
      return 'Empty'
    case 'is-not-empty':
      return 'Not empty'
    case 'is':
      return `Equal to ${quoted(test.value)}`
    case 'is-not':
      return `Other than ${quoted(test.value)}`
    case 'contains':
      return `With “${test.value}” in it`
    case 'less':
      return `Below ${quoted(test.value)}`
    case 'at-most':
      return `At most ${quoted(test.value)}`
    case 'greater':
      return `Above ${quoted(test.value)}`
    case 'at-least':
      return `At least ${quoted(test.value)}`
    case 'between':
      return `From ${quoted(test.from)} to ${quoted(test.to)}`
  }
}

/** Numbers stand as they are. */
function quoted(text: string): string {
  return /^-?\d+(\.\d+)?$/.test(text) ? text : `“${text}”`
}
