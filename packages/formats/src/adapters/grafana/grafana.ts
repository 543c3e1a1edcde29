import type { Adapter } from '../adapter.js'
import { readGrafanaAlerts } from './alerts.js'
import { readLegacyGrafana } from './legacy.js'

/** Grafana's webhook: the contact point of Grafana Alerting, and the notification channel of versions before 11. */
export const grafana: Adapter = {
  name: 'grafana',
  title: 'Grafana',
  headers: [],
  matches: (_headers, body) => {
    const isAlerting = body.at('alerts').length > 0 && body.at('groupKey').exists
    const isLegacy = body.at('ruleId').exists && body.at('ruleName').exists
    return body.at('orgId').exists && body.at('state').exists && (isAlerting || isLegacy)
  },
  read: (_headers, body) => (body.at('ruleName').exists ? readLegacyGrafana(body) : readGrafanaAlerts(body)),
}
