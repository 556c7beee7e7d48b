import {
  createEmbedKeyEndpoint,
  listEmbedKeysEndpoint,
  revokeEmbedKeyEndpoint,
  type CreatedEmbedKey,
  type EmbedKeyList,
} from '@tidemark/shared/public-links/embed-key'
import {
  changePublicLinkEndpoint,
  createPublicLinkEndpoint,
  listPublicLinksEndpoint,
  revokePublicLinkEndpoint,
  rotatePublicLinkEndpoint,
  type ChangePublicLink,
  type CreatePublicLink,
  type MadePublicLink,
  type PublicLink,
  type PublicLinkList,
  type PublicLinkTarget,
} from '@tidemark/shared/public-links/public-link'
import { callApi, type ApiAnswer } from '@/client/page/api-request'

/** target: null for all that one may see. */
export function fetchPublicLinks(target: PublicLinkTarget | null, signal?: AbortSignal): ApiAnswer<PublicLinkList> {
  const query = target === null ? {} : { kind: target.kind, target: target.id }
  return callApi(listPublicLinksEndpoint, { query, signal })
}

export function createPublicLink(body: CreatePublicLink): ApiAnswer<MadePublicLink> {
  return callApi(createPublicLinkEndpoint, { body })
}

export function changePublicLink(id: string, body: ChangePublicLink): ApiAnswer<PublicLink> {
  return callApi(changePublicLinkEndpoint, { params: { id }, body })
}

export function rotatePublicLink(id: string): ApiAnswer<MadePublicLink> {
  return callApi(rotatePublicLinkEndpoint, { params: { id } })
}

export function revokePublicLink(id: string): ApiAnswer<null> {
  return callApi(revokePublicLinkEndpoint, { params: { id } })
}

export function fetchEmbedKeys(signal?: AbortSignal): ApiAnswer<EmbedKeyList> {
  return callApi(listEmbedKeysEndpoint, { signal })
}

export function createEmbedKey(): ApiAnswer<CreatedEmbedKey> {
  return callApi(createEmbedKeyEndpoint)
}

export function revokeEmbedKey(id: string): ApiAnswer<null> {
  return callApi(revokeEmbedKeyEndpoint, { params: { id } })
}
