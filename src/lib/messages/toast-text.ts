export interface ToastText {
  title: string
  body?: string
}
