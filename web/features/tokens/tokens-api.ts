import {
  createTokenEndpoint,
  listTokensEndpoint,
  revokeTokenEndpoint,
  type ApiTokenList,
  type CreatedToken,
  type CreateToken,
} from '@tidemark/shared/tokens/api-token'
import { callApi, type ApiAnswer } from '@/client/page/api-request'

export function fetchTokens(signal?: AbortSignal): ApiAnswer<ApiTokenList> {
  return callApi(listTokensEndpoint, { signal })
}

export function createToken(body: CreateToken): ApiAnswer<CreatedToken> {
  return callApi(createTokenEndpoint, { body })
}

export function revokeToken(id: string): ApiAnswer<null> {
  return callApi(revokeTokenEndpoint, { params: { id } })
}
