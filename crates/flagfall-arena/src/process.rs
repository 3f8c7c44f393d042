//! A program in a process group of its own, asked and answered line by line.
//!
//! - **Command.** It is a shell command line, run by `sh -c` in the current directory: words, quotes, variables and `cd x &&
//!   ./bot` mean what they mean in a terminal.
//! - **Nothing blocks.** All three pipes are non-blocking and are served by one `poll` while an answer is waited for, so a
//!   program that does not read, a line without an end, or a stream of error messages costs no more than the time allowed.
//! - **Nothing stays.** The program's group is led by a guard, a shell that waits for its input to end and then kills the
//!   whole group. When the arena is done with a program, it asks it to leave by closing its input, waits a moment, and kills
//!   the group itself; if the arena dies, however suddenly, its end of the guard's input closes and the guard does it. The
//!   guard also keeps the number of the group from being given to anybody else. Only a program that leaves its group on
//!   purpose (`setsid`) can escape.

mod buffer;

use std::io::{ErrorKind, Read, Write};
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use flagfall_bots::Fault;
use flagfall_core::Termination;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::ioctl_fionbio;
use rustix::process::{Pid, Signal, kill_process_group};

use buffer::{Excess, LineBuffer, MAX_LINE, MAX_UNREAD, Tail, excerpt};

/// How long a program may take to leave after its input has been closed.
const GRACE: Duration = Duration::from_millis(300);
/// How often to look whether a silent program is still there. The end of its output is seen at once; this is for programs
/// whose output is held open by somebody they started.
const EXIT_CHECK: Duration = Duration::from_millis(50);
/// How long to listen to a program that has written nonsense, to tell a flood from a slip.
const FLOOD_CHECK: Duration = Duration::from_millis(100);
/// The most that is read of one output before the other is looked at.
const READ_AT_ONCE: usize = 64 * 1024;

/// The environment variable that gives a program the seed of its game, for protocols that have no word for it. A program
/// that takes it repeats its games.
pub const SEED_VARIABLE: &str = "FLAGFALL_SEED";

/// What the guard runs. `kill 0` means the group of whoever says it.
const GUARD: &str = "read line; kill -KILL 0";

/// A running program. Dropping it ends it and everything in its process group.
#[derive(Debug)]
pub struct Program {
    guard: Child,
    child: Child,
    input: Option<ChildStdin>,
    output: Option<ChildStdout>,
    errors: Option<ChildStderr>,
    unsent: Vec<u8>,
    lines: LineBuffer,
    tail: Tail,
}

impl Program {
    /// Starts a command with these environment variables added.
    ///
    /// # Errors
    /// If it cannot be started. That the command does not exist is found out by the shell and seen as a crash at the first
    /// answer.
    pub fn start(command: &str, variables: &[(&str, String)]) -> Result<Program, Fault> {
        Program::spawn(command, variables).map_err(|error| Fault {
            reason: Termination::Crash,
            detail: format!("cannot start '{}': {error}", excerpt(command)),
        })
    }

    fn spawn(command: &str, variables: &[(&str, String)]) -> std::io::Result<Program> {
        let mut guard = Command::new("sh")
            .args(["-c", GUARD])
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .process_group(0)
            .spawn()?;
        let started = Command::new("sh")
            .args(["-c", command])
            .envs(variables.iter().map(|(name, value)| (name, value)))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .process_group(guard.id() as i32)
            .spawn();
        let mut child = match started {
            Ok(child) => child,
            Err(error) => {
                guard.kill()?;
                guard.wait()?;
                return Err(error);
            }
        };
        let program = Program {
            input: child.stdin.take(),
            output: child.stdout.take(),
            errors: child.stderr.take(),
            guard,
            child,
            unsent: Vec::new(),
            lines: LineBuffer::default(),
            tail: Tail::default(),
        };
        program
            .input
            .as_ref()
            .map_or(Ok(()), |pipe| ioctl_fionbio(pipe, true))?;
        program
            .output
            .as_ref()
            .map_or(Ok(()), |pipe| ioctl_fionbio(pipe, true))?;
        program
            .errors
            .as_ref()
            .map_or(Ok(()), |pipe| ioctl_fionbio(pipe, true))?;
        Ok(program)
    }

    /// The process group that the program and whatever it starts belong to.
    pub fn group(&self) -> u32 {
        self.guard.id()
    }

    /// Sends a text. What the program does not take at once is kept and sent while an answer is waited for.
    pub fn send(&mut self, text: &str) {
        self.unsent.extend_from_slice(text.as_bytes());
        self.flush();
    }

    /// The program's next line, without its line break.
    ///
    /// # Errors
    /// [`Time`](Termination::Time) if there is no whole line before the deadline, [`Crash`](Termination::Crash) if the
    /// program has ended or closed its output, [`Flood`](Termination::Flood) if it has written far more than answers, and
    /// [`Garbage`](Termination::Garbage) if the line is not UTF-8.
    pub fn read_line(&mut self, allowed: Duration) -> Result<String, Fault> {
        let deadline = Instant::now() + allowed;
        if self.lines.has_line() {
            // The program has run ahead. It may, but not without end.
            self.fill()?;
        }
        loop {
            if let Some(line) = self.lines.take_line() {
                return String::from_utf8(line).map_err(|error| {
                    let text = String::from_utf8_lossy(error.as_bytes()).into_owned();
                    self.garbage(&format!("'{}' is not UTF-8", excerpt(&text)))
                });
            }
            if self.output.is_none() || self.has_exited() && !self.fill()? {
                return Err(self.crash());
            }
            let now = Instant::now();
            if now >= deadline {
                return Err(self.timeout(allowed));
            }
            self.wait(EXIT_CHECK.min(deadline - now));
            self.fill()?;
        }
    }

    /// The fault of having written something that cannot be understood. If the program goes on writing, it is a flood.
    pub fn garbage(&mut self, detail: &str) -> Fault {
        let until = Instant::now() + FLOOD_CHECK;
        while self.output.is_some() && Instant::now() < until {
            self.wait(until.saturating_duration_since(Instant::now()));
            if let Err(flood) = self.fill() {
                return flood;
            }
        }
        Fault {
            reason: Termination::Garbage,
            detail: detail.to_owned(),
        }
    }

    /// Waits until the program has written something, or can take what is unsent, or the time is over; sends what can be
    /// sent, and keeps the end of the error output.
    fn wait(&mut self, time: Duration) {
        let mut fds = Vec::with_capacity(3);
        if let Some(output) = &self.output {
            fds.push(PollFd::new(output, PollFlags::IN));
        }
        if let Some(errors) = &self.errors {
            fds.push(PollFd::new(errors, PollFlags::IN));
        }
        if let Some(input) = self.input.as_ref().filter(|_| !self.unsent.is_empty()) {
            fds.push(PollFd::new(input, PollFlags::OUT));
        }
        let timeout = Timespec {
            tv_sec: time.as_secs() as i64,
            tv_nsec: time.subsec_nanos().into(),
        };
        // An interruption wakes up early, which every caller can stand.
        let _ = poll(&mut fds, Some(&timeout));
        drop(fds);
        self.flush();
        let tail = &mut self.tail;
        read_available(&mut self.errors, |bytes| tail.push(bytes));
    }

    /// Takes over what the program has written. Says whether there was anything.
    fn fill(&mut self) -> Result<bool, Fault> {
        let lines = &mut self.lines;
        let count = read_available(&mut self.output, |bytes| lines.push(bytes));
        let detail = match self.lines.excess() {
            None => return Ok(count > 0),
            Some(Excess::Line) => format!("a line of more than {MAX_LINE} bytes"),
            Some(Excess::Unread) => format!("more than {MAX_UNREAD} bytes beyond its answer"),
        };
        Err(Fault {
            reason: Termination::Flood,
            detail,
        })
    }

    fn flush(&mut self) {
        while let Some(input) = self.input.as_mut().filter(|_| !self.unsent.is_empty()) {
            match input.write(&self.unsent) {
                Ok(count) => drop(self.unsent.drain(..count)),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => return,
                // Nobody reads any more. Whether that is a fault shows in the answers.
                Err(_) => {
                    self.input = None;
                    self.unsent.clear();
                }
            }
        }
    }

    fn has_exited(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(Some(_)))
    }

    fn timeout(&self, allowed: Duration) -> Fault {
        let mut detail = format!("no answer within {} ms", allowed.as_millis());
        let unread = String::from_utf8_lossy(self.lines.unread());
        if !unread.is_empty() {
            detail.push_str(&format!(
                ", only '{}' without a line break",
                excerpt(&unread)
            ));
        }
        Fault {
            reason: Termination::Time,
            detail,
        }
    }

    /// The fault of having ended. The program's last words on its error output usually say why.
    fn crash(&mut self) -> Fault {
        self.wait_for_exit(Instant::now() + GRACE);
        let mut detail = match self.child.try_wait() {
            Ok(Some(status)) => format!("its process ended ({status})"),
            _ => "it closed its output".to_owned(),
        };
        if let Some(line) = self.tail.last_line() {
            detail.push_str(&format!(": {line}"));
        }
        Fault {
            reason: Termination::Crash,
            detail,
        }
    }

    /// Waits for the end of the process while taking, and dropping, what it still writes.
    fn wait_for_exit(&mut self, until: Instant) {
        while !self.has_exited() {
            let now = Instant::now();
            if now >= until {
                return;
            }
            if self.output.is_some() || self.errors.is_some() {
                self.wait(EXIT_CHECK.min(until - now));
                read_available(&mut self.output, |_| {});
            } else {
                thread::sleep(Duration::from_micros(200));
            }
        }
        let tail = &mut self.tail;
        read_available(&mut self.errors, |bytes| tail.push(bytes));
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let until = Instant::now() + GRACE;
        self.flush();
        self.input = None;
        self.wait_for_exit(until);
        // The guard has not been waited for, so the number still belongs to this group, even if all in it have died.
        if let Some(group) = Pid::from_raw(self.guard.id() as i32) {
            let _ = kill_process_group(group, Signal::KILL);
        }
        // These two may have left the group, and must be waited for lest they stay as zombies.
        for process in [&mut self.child, &mut self.guard] {
            let _ = process.kill();
            let _ = process.wait();
        }
    }
}

/// Reads what there is without waiting; at its end the pipe is dropped. Says how much it was.
fn read_available<P: Read>(pipe: &mut Option<P>, mut take: impl FnMut(&[u8])) -> usize {
    let mut bytes = [0; 4096];
    let mut total = 0;
    while let Some(open) = pipe.as_mut().filter(|_| total < READ_AT_ONCE) {
        match open.read(&mut bytes) {
            Ok(0) => *pipe = None,
            Ok(count) => {
                take(&bytes[..count]);
                total += count;
                if count < bytes.len() {
                    break;
                }
            }
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) if error.kind() == ErrorKind::WouldBlock => break,
            Err(_) => *pipe = None,
        }
    }
    total
}

/// A text as one word, for names in protocols that separate words by blanks.
pub(crate) fn one_word(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    if words.is_empty() {
        "unnamed".to_owned()
    } else {
        words.join("_")
    }
}

#[cfg(test)]
mod tests;
