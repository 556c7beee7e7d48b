/** The slug of the workspace that was open last in this browser: the one an address without a workspace means. */
export const lastWorkspaceCookie = 'tidemark-workspace'

export function rememberLastWorkspace(slug: string): void {
  document.cookie = `${lastWorkspaceCookie}=${slug}; Path=/; Max-Age=31536000; SameSite=Lax`
}

/** Its slug is made of its name, which is not for whoever sits here next. */
export function forgetLastWorkspace(): void {
  document.cookie = `${lastWorkspaceCookie}=; Path=/; Max-Age=0; SameSite=Lax`
}
