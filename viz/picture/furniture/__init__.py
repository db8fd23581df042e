"""What frames every scene: title, badge, caption, steps, sources, question. It may ease."""
