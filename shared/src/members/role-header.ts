import * as z from 'zod/mini'
import { ownAttributesSchema, type Actor } from '../access/actor'

/** The part of an actor that admins change while a page is open. */
export type ChangingRights = Pick<Actor, 'role' | 'attributes' | 'groups'>

/** The header of every pull's answer with the caller's present role, by which an open page learns of a change. */
export const roleHeader = 'x-tidemark-role'

/** The header beside it with the caller's attributes, so that the next opened dashboard begins with a changed one. */
const attributesHeader = 'x-tidemark-attributes'

/** The header beside them with the ids of the caller’s groups. */
const groupsHeader = 'x-tidemark-groups'

/** The longest such header; who has more attributes or groups learns of a change by the next page. */
const longestHeader = 4000

/** Returns the headers of an answer to a pull. */
export function actorHeaders({ role, attributes, groups }: ChangingRights): Record<string, string> {
  return { [roleHeader]: role, ...headerOf(attributesHeader, attributes), ...headerOf(groupsHeader, groups) }
}

function headerOf(name: string, value: unknown): Record<string, string> {
  const text = value === undefined ? '' : encodeURIComponent(JSON.stringify(value))
  return text === '' || text.length > longestHeader ? {} : { [name]: text }
}

/** Returns the attributes and groups in the headers of an answer, as far as it has them. */
export function attributesAndGroupsIn(headers: Headers): Pick<Actor, 'attributes' | 'groups'> {
  const attributes = headers.get(attributesHeader)
  const groups = headers.get(groupsHeader)
  return {
    ...(attributes === null ? {} : { attributes: ownAttributesSchema.parse(parse(attributes)) }),
    ...(groups === null ? {} : { groups: groupsSchema.parse(parse(groups)) }),
  }
}

const groupsSchema = z.array(z.string())

function parse(header: string): unknown {
  return JSON.parse(decodeURIComponent(header))
}
