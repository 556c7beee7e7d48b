/**
 * The cookie with the slug of the workspace that was open last in this browser; addresses without a workspace lead
 * there.
 */
export const lastWorkspaceCookie = 'tidemark-workspace'

export function rememberLastWorkspace(slug: string): void {
  document.cookie = `${lastWorkspaceCookie}=${slug}; Path=/; Max-Age=31536000; SameSite=Lax`
}

/** Forgets the slug, which is made of the workspace's name: the next person at this computer must not see it. */
export function forgetLastWorkspace(): void {
  document.cookie = `${lastWorkspaceCookie}=; Path=/; Max-Age=0; SameSite=Lax`
}
