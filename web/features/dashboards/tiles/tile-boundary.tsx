import { Component, type ReactNode } from 'react'
import { reportCaught } from '@/client/observability/report-caught'

interface TileBoundaryProps {
  readonly children: ReactNode
  /** The fallback; retry draws the children again. */
  readonly fallback: (thrown: unknown, retry: () => void) => ReactNode
}

/** Keeps what goes wrong in one tile from taking the dashboard with it. */
export class TileBoundary extends Component<
  TileBoundaryProps,
  { readonly failure: { readonly thrown: unknown } | null }
> {
  override readonly state: { readonly failure: { readonly thrown: unknown } | null } = { failure: null }

  static getDerivedStateFromError(thrown: unknown) {
    return { failure: { thrown } }
  }

  override componentDidCatch(thrown: unknown): void {
    reportCaught(thrown)
  }

  override render(): ReactNode {
    const { failure } = this.state
    return failure === null
      ? this.props.children
      : this.props.fallback(failure.thrown, () => this.setState({ failure: null }))
  }
}
