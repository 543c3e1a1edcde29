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
  'blocks-ai-summary.json': "a summariser with Slack's markdown block",
  'blocks-airflow.json': 'Apache Airflow, providers/slack, SlackWebhookOperator with blocks',
  'blocks-approval.json': 'Block Kit Builder, template Approval',
  'blocks-argo-cd.json': 'Argo CD notifications, services/slack.md, blocks',
  'blocks-artillery-load-test.json': 'artillery-plugin-slack, index.js',
  'blocks-aws-cost-report.json': 'a daily cost report from Lambda, with preformatted rich text',
  'blocks-dagster.json': 'Dagster, dagster_slack/hooks.py and sensors.py',
  'blocks-daily-chart.json': 'a report bot with an image block by QuickChart',
  'blocks-dependency-table.json': "a dependency report with Slack's table block",
  'blocks-grafana-oncall.json': 'Grafana OnCall, slack/representatives/alert_group_representative.py',
  'blocks-incident-channel.json': 'incident.io, announcement with fields, links to channels and broadcasts',
  'blocks-jenkins-pipeline.json': 'Jenkins Slack plugin, slackSend blocks',
  'blocks-numbers-in-text.json': 'a cron script that writes text and other blocks, which say something else',
  'blocks-odd-and-new.json': 'kinds of blocks that a post cannot show, and mistakes',
  'blocks-playwright-report.json': 'playwright-slack-report, src/LayoutGenerator.ts',
  'blocks-poll.json': 'a poll with buttons that call a program',
  'blocks-prefect-attachment.json': 'Prefect, blocks/notifications.py, SlackWebhook; attachments with blocks',
  'blocks-rich-text-all.json': 'Slack reference, rich text block, every element and style',
  'blocks-robusta.json': 'Robusta, sinks/slack, core/sinks/slack/slack_sender.py',
  'blocks-semantic-release.json': 'semantic-release-slack-bot, lib/success.js',
  'blocks-sentry-issue.json': 'Sentry, integrations/slack/message_builder/issues.py',
  'blocks-slack-github-action.json': 'slackapi/slack-github-action, README, incoming webhook',
  'blocks-standup.json': "a stand-up bot's rich text with lists, users and emoji",
  'blocks-statuspage.json': "a status page's subscriber hook, Block Kit Builder's section with a button",
  'blocks-terraform-plan.json': 'a Terraform plan in a GitHub Action, section with a fence and a language',
  'blocks-vercel-deployment.json': "a deployment hook on Vercel's events, with Block Kit Builder's accessory",
  'blocks-video.json': 'Slack reference, video block',
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
