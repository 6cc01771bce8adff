//! Text that stops growing at a limit: what is printed may come from anyone.

/// Text that stops growing at a limit, with `…` at its end.
pub struct Limited {
    text: String,
    longest: usize,
    full: bool,
}

impl Limited {
    /// No text yet.
    #[must_use]
    pub fn new(longest: usize) -> Self {
        Limited { text: String::new(), longest, full: false }
    }

    /// Adds text, or the sign that something is left out.
    pub fn push(&mut self, text: &str) {
        if self.full {
            return;
        }
        if self.text.len() + text.len() > self.longest {
            self.text.push('…');
            self.full = true;
        } else {
            self.text.push_str(text);
        }
    }

    /// Is anything left out?
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.full
    }

    /// The text.
    #[must_use]
    pub fn finish(self) -> String {
        self.text
    }
}
