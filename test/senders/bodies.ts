import { readdirSync, readFileSync } from 'node:fs'

const folder = new URL('bodies/', import.meta.url)

/** The names of all bodies, in the order of their names. */
export const bodies: string[] = readdirSync(folder).toSorted()

/** A body and its content type, as its sender writes them: `.form.txt` is a form, `.json` and `.json.txt` are JSON. */
export function bodyNamed(name: string): { bytes: Buffer; contentType: string } {
  const form = name.endsWith('.form.txt')
  return {
    bytes: readFileSync(new URL(name, folder)),
    contentType: form ? 'application/x-www-form-urlencoded' : 'application/json',
  }
}

/** Where the shape of each body is shown; what it says is our own. */
export const sources: Record<string, string> = {
  'alertmanager-fields-and-buttons.json': 'Prometheus Alertmanager, notify/slack/slack.go',
  'alertmanager-resolved-markdown.json': 'Prometheus Alertmanager, notify/slack/slack.go',
  'apprise-mattermost-null-icon.json': 'Apprise, plugins/mattermost.py',
  'apprise-slack-blocks-only.json': 'Apprise, plugins/slack.py, with blocks=yes',
  'apprise-slack-escaped-body.json': 'Apprise, plugins/slack.py',
  'argocd-webhook-template.json': 'Argo CD notifications, services/webhook.md, "Send Slack"',
  'aws-cloudwatch-lambda.form.txt': 'terraform-aws-notify-slack, functions/notify_slack.py',
  'checkmk-two-attachments.json': 'Checkmk, notifications/slack',
  'circleci-link-button.json': 'CircleCI Slack orb 3, src/commands/status.yml',
  'curl-json-sent-as-a-form.form.txt': 'curl manual, --data without a header',
  'datadog-default-payload.json': 'Datadog, Webhooks integration, default payload',
  'flux-empty-keys.json': 'Flux notification-controller, internal/notifier/slack.go',
  'gitea-escaped-titles.json': 'Gitea, services/webhook/slack.go',
  'github-action-linked-footer.json': 'GitHub Action rtCamp/action-slack-notify, main.go',
  'gitlab-pipeline.form.txt': 'GitLab, integrations/chat_message/pipeline_message.rb',
  'gitlab-push.form.txt': 'GitLab, integrations/chat_message/push_message.rb',
  'grafana-legacy-number-fields.json': 'Grafana 5, alerting/notifiers/slack.go',
  'grafana-mentions-in-pretext.json': 'Grafana Alerting, receivers/slack/v1/slack.go',
  'healthchecks-fields-without-short.json': 'Healthchecks.io, integrations/slack_message.json',
  'icinga2-ampersand-links.form.txt': 'icinga2-slack-notification, slack-service-notification.sh',
  'jellyfin-byte-order-mark.json.txt': 'Jellyfin webhook plugin, Destinations/Slack; its issue 198',
  'jenkins-fields-without-titles.form.txt': 'Jenkins Slack plugin, StandardSlackService.java',
  'mattermost-gitlab-comment.json': 'mattermost-integration-gitlab, server.py',
  'monit-keys-of-an-attachment.form.txt': 'Monit with a curl script, setup_monit/slack_notification.sh',
  'monolog-json-in-code.form.txt': 'Monolog, Handler/Slack/SlackRecord.php',
  'nagios-line-breaks.form.txt': 'Nagios with a curl script, Slack legacy incoming webhooks, "payload"',
  'netdata-fields-without-values.form.txt': 'Netdata, plugins.d/alarm-notify.sh',
  'pagerduty-v3-event.json': 'PagerDuty, Webhooks v3 overview',
  'rundeck-keys-of-an-attachment.form.txt': 'Rundeck Slack plugin, templates/slack-message.ftl',
  'sentry-legacy-spaced-links.form.txt': 'Sentry, sentry-plugins/slack/plugin.py',
  'shell-script-raw-newlines.json.txt': 'a shell script that pastes a log into JSON; Mattermost issue 2278',
  'sonarr-grab.json': 'Sonarr, Notifications/Slack/Slack.cs',
  'travis-branch-build.json': 'Travis CI, addons/slack/task.rb',
  'uptime-kuma-blocks-in-attachment.json': 'Uptime Kuma, notification-providers/slack.js',
  'uptime-kuma-mattermost.json': 'Uptime Kuma, notification-providers/mattermost.js',
  'zabbix-not-url-encoded.form.txt': 'zabbix-slack-alertscript, slack.sh',
}
