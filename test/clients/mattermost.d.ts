/** The used part of a package without types. Every call takes a callback for its response and one for errors. */
declare module 'mattermost' {
  type Answer = (body: never, response: { header: Record<string, string> }) => void
  type Refused = (error: { id?: string; message: string; status_code?: number }) => void
  type Post = { channel_id: string; message: string }

  export class Client {
    token: string
    setUrl(url: string): void
    setTeamId(id: string): void
    useHeaderToken(): void
    getServerVersion(): string
    login(loginId: string, password: string, mfaToken: string, success: Answer, error: Refused): void
    logout(success: Answer, error: Refused): void
    getMe(success: Answer, error: Refused): void
    getAllTeams(success: Answer, error: Refused): void
    getChannels(success: Answer, error: Refused): void
    getPostsPage(channelId: string, offset: number, limit: number, success: Answer, error: Refused): void
    getPosts(channelId: string, since: number, success: Answer, error: Refused): void
    getInitialLoad(success: Answer, error: Refused): void
    getStatuses(success: Answer, error: Refused): void
    updateChannelHeader(channelId: string, header: string, success: Answer, error: Refused): void
    search(terms: string, isOrSearch: boolean, success: Answer, error: Refused): void
    getPermalinkTmp(postId: string, success: Answer, error: Refused): void
    savePreferences(preferences: object[], success: Answer, error: Refused): void
    getPreferenceCategory(category: string, success: Answer, error: Refused): void
    createPost(post: Post, success: Answer, error: Refused): void
  }

  export class WebSocketClient {
    initialize(url: string): void
    setEventCallback(callback: (event: { event: string; data: Record<string, string> }) => void): void
    setReconnectCallback(callback: () => void): void
    sendMessage(action: string, data: object, callback: (reply: { status: string }) => void): void
    close(): void
  }
}
