import { catalogue } from '../errors/catalogue'

/** The words of messages by JavaScript engines, browsers, Node, React, Next and databases, without names. */
const wordsOfOthers = `
  a abort aborted about above accept access across active add address after again against algorithm all allocated allocation
  allowed already ambiguous an and another any app application applied apply argument arguments array as assigned assignment at
  attempt attempted available away await bad be because been before being between bigint binary binder block blocked body boolean
  boundary broken buffer build built but by byte bytes cache call callback called calling can cancelled cannot case cast catalog
  catch caught certificate character chunk circular class clone close closed closing code column columns command compile component
  components connect connecting connection constant constraint constructor content context conversion convert converting cookie
  could cross-origin crash create created cycle data database date day dead deadlock declaration declare declared decode default
  define defined delete deleted denied deprecated depth descriptor detached did different directory disallowed disconnected
  disk document does done double down download drop due duplicate during dynamic dynamically each either element empty encode
  encoding encountered end ended engine entry environment equal error errors escape evaluate event exactly exceed exceeded except
  exception executing execute exists exit expected experimental expired explicit export expression extend extends extension
  extensible failed failing fails failure false fatal feature fetch field file files find finished first flag for foreign format
  forbidden found from function future generator get getter given global group had handle handled handler has have header headers
  hook hooks host http hydrating hydration id identifier if illegal implement implemented import imported in incomplete
  incompatible incorrect index infinite initial initialization initialize initialized inner input insert inside instance instead
  int integer interface internal interrupted into invalid invocation io is it item iterable iterator its json key kind large last
  least left length less level limit limited line list listen listener literal load loaded loading local lock locked long longer
  loop lost main malformed many map match matched matching max maximum may member memory message metadata method middleware
  minified minimum mismatch missing mix mode module modules more most move must name names native near need needed negative
  network new next no node non-null none not nothing null number object of offline offset on once one only open opened operation
  operator option or order origin other out output outside overflow own page parameter parameters parse parser parsing part
  password path payload permission pipe pool port position possible prepare prepared present previous primary private process
  promise properties property protocol prototype provided proxy query quota range rate reach reached react read reading readonly
  ready received recursion recursive redirect reduce reducer reference refused regular reject rejected rejection relation released
  remote remove removed render rendered rendering replace request requested required requires reset resolve resolved resource
  response rest result retry return returned returns revoked root route row rows rule run running same schema scope script security
  see segment segments send sent sequence serializable serialization serialize server service session set setter setting shape
  shared should shut signal size slow socket some source space specified specifier stack start started state statement status
  step still stop stopped storage store stream strict string structure style stylesheet subscribe such suspended switch symbol
  syntax system table task template temporary terminated termination text than that the them then there they this thread
  throw thrown time timed timeout timer tls to token tokens too transaction transfer tree tried true try trying twice type typed
  types ui unable unavailable uncaught undefined unexpected unhandled unique unit unknown unless unreachable unreadable unrecognized
  unresolved unsupported until unterminated up update updated url use used user uses using valid value values variable version
  view violates violation visit waiting was way were when where which while whose window with within without word worker would
  write writing written wrong yet you your zero
`

const knownWords: ReadonlySet<string> = new Set(
  [wordsOfOthers, ...Object.values(catalogue).map(({ message }) => message)]
    .flatMap((text) => text.toLowerCase().split(/[\s.,;:()]+/))
    .filter((word) => /^[a-z][a-z-]*$/.test(word)),
)

/** Returns true if a word is common in error messages, so that it does not come from a person, a table or a row. */
export function isMessageWord(word: string): boolean {
  return knownWords.has(word.toLowerCase())
}
