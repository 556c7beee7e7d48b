import { ownAttributesSchema, type Actor } from '../access/actor'

/** The header of every pull's answer with the caller's present role, by which an open page learns of a change. */
export const roleHeader = 'x-tidemark-role'

/** The header beside it with the caller's attributes, so that the next opened dashboard begins with a changed one. */
const attributesHeader = 'x-tidemark-attributes'

/** The longest such header; who has more attributes learns of a change by the next page. */
const longestHeader = 4000

/** Returns the headers of an answer to a pull. */
export function actorHeaders({ role, attributes }: Pick<Actor, 'role' | 'attributes'>): Record<string, string> {
  const text = attributes === undefined ? '' : encodeURIComponent(JSON.stringify(attributes))
  return { [roleHeader]: role, ...(text === '' || text.length > longestHeader ? {} : { [attributesHeader]: text }) }
}

/** Returns the attributes in the headers of an answer; undefined if there are none. */
export function attributesIn(headers: Headers): Actor['attributes'] {
  const text = headers.get(attributesHeader)
  return text === null ? undefined : ownAttributesSchema.parse(JSON.parse(decodeURIComponent(text)))
}
