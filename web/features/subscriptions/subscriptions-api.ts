import { listWebhooksEndpoint, type WebhookList } from '@tidemark/shared/jobs/webhook'
import {
  changeSubscriptionEndpoint,
  createSubscriptionEndpoint,
  deleteSubscriptionEndpoint,
  listSubscriptionsEndpoint,
  sendSubscriptionEndpoint,
  type Subscription,
  type SubscriptionChoice,
  type SubscriptionList,
} from '@tidemark/shared/subscriptions/subscription'
import { callApi, type ApiAnswer } from '@/client/page/api-request'

export function fetchSubscriptions(signal?: AbortSignal): ApiAnswer<SubscriptionList> {
  return callApi(listSubscriptionsEndpoint, { signal })
}

export function createSubscription(body: SubscriptionChoice): ApiAnswer<Subscription> {
  return callApi(createSubscriptionEndpoint, { body })
}

export function changeSubscription(id: string, body: SubscriptionChoice): ApiAnswer<Subscription> {
  return callApi(changeSubscriptionEndpoint, { params: { id }, body })
}

export function deleteSubscription(id: string): ApiAnswer<null> {
  return callApi(deleteSubscriptionEndpoint, { params: { id } })
}

export function sendSubscription(id: string): ApiAnswer<null> {
  return callApi(sendSubscriptionEndpoint, { params: { id } })
}

/** Fetches where else messages can go. */
export function fetchDestinations(signal?: AbortSignal): ApiAnswer<WebhookList> {
  return callApi(listWebhooksEndpoint, { signal })
}
