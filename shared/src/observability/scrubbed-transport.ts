import { scrubEnvelope, type ReportEnvelope } from './scrub-envelope'

/** The transport interface common to all SDKs. */
interface Transport<Envelope, Answer> {
  send(envelope: Envelope): PromiseLike<Answer>
}

/** The transport behind a last filter: whatever an integration put into an envelope, only what is allowed leaves. */
export function createScrubbedTransport<
  Options,
  Envelope,
  Answer extends object,
  T extends Transport<Envelope, Answer>,
>(createTransport: (options: Options) => T & Transport<Envelope, Answer>): (options: Options) => T {
  return (options) => {
    const transport = createTransport(options)
    const send = async (envelope: Envelope): Promise<Answer> => {
      // Envelopes are pairs of a head and items in every SDK, with types of their own for each kind of item.
      const scrubbed = scrubEnvelope(envelope as unknown as ReportEnvelope)
      return scrubbed === null ? ({} as Answer) : await transport.send(scrubbed as unknown as Envelope)
    }
    return { ...transport, send }
  }
}
