import {
  changeJobEndpoint,
  listJobRunsEndpoint,
  listJobsEndpoint,
  runJobEndpoint,
  testMailEndpoint,
  type Job,
  type JobList,
  type JobRunList,
} from '@tidemark/shared/jobs/job'
import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  listWebhooksEndpoint,
  testWebhookEndpoint,
  type CreatedWebhook,
  type CreateWebhook,
  type WebhookList,
} from '@tidemark/shared/jobs/webhook'
import { callApi, type ApiAnswer } from '@/client/page/api-request'

export function fetchJobs(signal?: AbortSignal): ApiAnswer<JobList> {
  return callApi(listJobsEndpoint, { signal })
}

export function fetchJobRuns(id: string, signal?: AbortSignal): ApiAnswer<JobRunList> {
  return callApi(listJobRunsEndpoint, { params: { id }, signal })
}

export function runJob(id: string): ApiAnswer<null> {
  return callApi(runJobEndpoint, { params: { id } })
}

export function pauseJob(id: string, isPaused: boolean): ApiAnswer<null> {
  return callApi(changeJobEndpoint, { params: { id }, body: { isPaused } })
}

export function sendTestMail(to: string): ApiAnswer<Job> {
  return callApi(testMailEndpoint, { body: { to } })
}

export function fetchWebhooks(signal?: AbortSignal): ApiAnswer<WebhookList> {
  return callApi(listWebhooksEndpoint, { signal })
}

export function createWebhook(body: CreateWebhook): ApiAnswer<CreatedWebhook> {
  return callApi(createWebhookEndpoint, { body })
}

export function deleteWebhook(id: string): ApiAnswer<null> {
  return callApi(deleteWebhookEndpoint, { params: { id } })
}

export function testWebhook(id: string): ApiAnswer<Job> {
  return callApi(testWebhookEndpoint, { params: { id } })
}
