import { scrubEnvelope, type ReportEnvelope } from './scrub-envelope'

/** The transport interface common to all SDKs. */
interface Transport<Envelope, Answer> {
  send(envelope: Envelope): PromiseLike<Answer>
}

/** Wraps a transport with a last filter: whatever an integration put into an envelope, only allowed parts are sent. */
export function createScrubbedTransport<
  Options,
  Envelope,
  Answer extends object,
  T extends Transport<Envelope, Answer>,
>(createTransport: (options: Options) => T & Transport<Envelope, Answer>): (options: Options) => T {
  return (options) => {
    const transport = createTransport(options)
    const send = async (envelope: Envelope): Promise<Answer> => {
      // In every SDK an envelope is a pair of header and items, but with its own type for each kind of item.
      const scrubbed = scrubEnvelope(envelope as unknown as ReportEnvelope)
      return scrubbed === null ? ({} as Answer) : await transport.send(scrubbed as unknown as Envelope)
    }
    return { ...transport, send }
  }
}
