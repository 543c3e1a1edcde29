/** What an app may be let do for a user. Each stands for itself: `manage` does not bring `read` with it; only `read` brings `profile`. */
export const scopes = ['profile', 'read', 'post', 'manage'] as const
export type Scope = (typeof scopes)[number]

/** The same in sentences, for who is asked. */
export const scopeWords: Record<Scope, string> = {
  profile: 'Read your profile: your user name, your name and your e-mail address.',
  read: 'Read what you can read: channels, posts, people, webhooks and what became of their deliveries.',
  post: 'Post as you, change and delete your posts, and send through your webhooks.',
  manage: 'Change what you can change: your profile, teams, channels, members and webhooks.',
}
