import {
  changeAlertEndpoint,
  checkAlertEndpoint,
  createAlertEndpoint,
  deleteAlertEndpoint,
  listAlertChecksEndpoint,
  listAlertsEndpoint,
  snoozeAlertEndpoint,
  type Alert,
  type AlertCheckList,
  type AlertChoice,
  type AlertList,
} from '@tidemark/shared/alerts/alert'
import { callApi, type ApiAnswer } from '@/client/page/api-request'

export function fetchAlerts(signal?: AbortSignal): ApiAnswer<AlertList> {
  return callApi(listAlertsEndpoint, { signal })
}

export function createAlert(body: AlertChoice): ApiAnswer<Alert> {
  return callApi(createAlertEndpoint, { body })
}

export function changeAlert(id: string, body: AlertChoice): ApiAnswer<Alert> {
  return callApi(changeAlertEndpoint, { params: { id }, body })
}

export function deleteAlert(id: string): ApiAnswer<null> {
  return callApi(deleteAlertEndpoint, { params: { id } })
}

export function snoozeAlert(id: string, until: number | null): ApiAnswer<Alert> {
  return callApi(snoozeAlertEndpoint, { params: { id }, body: { until } })
}

export function checkAlert(id: string): ApiAnswer<null> {
  return callApi(checkAlertEndpoint, { params: { id } })
}

export function fetchAlertChecks(id: string, signal?: AbortSignal): ApiAnswer<AlertCheckList> {
  return callApi(listAlertChecksEndpoint, { params: { id }, signal })
}
