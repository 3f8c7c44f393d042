use std::fs;

use super::*;

/// Long enough for a shell to start on a busy machine.
const SOON: Duration = Duration::from_millis(1000);
const LONG: Duration = Duration::from_secs(20);

fn start(command: &str) -> Program {
    Program::start(command, &[]).unwrap()
}

fn fault(command: &str, allowed: Duration) -> Fault {
    start(command).read_line(allowed).unwrap_err()
}

/// Whether a process is there and not just waiting to be collected.
fn is_running(pid: &str) -> bool {
    fs::read_to_string(format!("/proc/{}/stat", pid.trim()))
        .is_ok_and(|stat| !stat.rsplit(") ").next().unwrap().starts_with('Z'))
}

fn dies(pid: &str) -> bool {
    (0..1000).any(|_| {
        thread::sleep(Duration::from_millis(2));
        !is_running(pid)
    })
}

#[test]
fn lines_go_both_ways() {
    let mut program = start("read a; echo \"got $a\"; read b; echo \"$b\" \"$NAME\" | tr a-z A-Z");
    program.send("one\n");
    assert_eq!(program.read_line(LONG).unwrap(), "got one");
    program.send("two\n");
    assert_eq!(program.read_line(LONG).unwrap().trim(), "TWO");
    let mut program = Program::start("echo $SEED", &[("SEED", "7".to_owned())]).unwrap();
    assert_eq!(program.read_line(LONG).unwrap(), "7");
}

#[test]
fn the_last_words_of_a_program_are_read_before_its_end_is_noticed() {
    let mut program = start("echo one; echo two; exit 3");
    assert_eq!(program.read_line(LONG).unwrap(), "one");
    assert_eq!(program.read_line(LONG).unwrap(), "two");
    let fault = program.read_line(LONG).unwrap_err();
    assert_eq!(fault.reason, Termination::Crash);
    assert_eq!(fault.detail, "its process ended (exit status: 3)");
}

#[test]
fn a_crash_tells_status_and_last_words() {
    let fault_of_missing = fault("/no/such/bot", LONG);
    assert_eq!(fault_of_missing.reason, Termination::Crash);
    assert!(
        fault_of_missing.detail.contains("exit status: 127"),
        "{fault_of_missing}"
    );
    assert!(
        fault_of_missing.detail.contains("/no/such/bot"),
        "{fault_of_missing}"
    );
    let killed = fault("kill -SEGV $$", LONG);
    assert_eq!(killed.reason, Termination::Crash);
    assert!(killed.detail.contains("SIGSEGV"), "{killed}");
}

#[test]
fn a_crash_is_noticed_while_somebody_else_holds_the_output_open() {
    let started = Instant::now();
    assert_eq!(fault("sleep 100 & exit 4", LONG).reason, Termination::Crash);
    assert!(started.elapsed() < LONG / 2);
}

#[test]
fn a_closed_output_is_a_crash() {
    let fault = fault("exec >&-; sleep 100", LONG);
    assert_eq!(
        (fault.reason, fault.detail.as_str()),
        (Termination::Crash, "it closed its output")
    );
}

#[test]
fn silence_and_a_line_without_an_end_time_out() {
    assert_eq!(fault("sleep 100", SOON).detail, "no answer within 1000 ms");
    let half = fault("printf half; sleep 100", SOON);
    assert_eq!(half.reason, Termination::Time);
    assert!(
        half.detail.contains("only 'half' without a line break"),
        "{half}"
    );
}

#[test]
fn floods_are_told_from_garbage() {
    let long_line = fault("while true; do printf '%01000d' 7; done", LONG);
    assert_eq!(long_line.reason, Termination::Flood);
    let mut flooder = start("yes nonsense");
    assert_eq!(
        flooder.read_line(LONG).unwrap_or("nonsense".into()),
        "nonsense"
    );
    assert_eq!(flooder.garbage("nonsense").reason, Termination::Flood);
    let mut babbler = start("echo nonsense; sleep 100");
    assert_eq!(babbler.read_line(LONG).unwrap(), "nonsense");
    assert_eq!(babbler.garbage("nonsense").reason, Termination::Garbage);
    assert_eq!(
        fault(r"printf '\377\n'; sleep 100", LONG).reason,
        Termination::Garbage
    );
}

#[test]
fn a_program_that_does_not_read_blocks_nobody() {
    let mut program = start("sleep 100");
    program.send(&"x".repeat(1 << 20));
    assert_eq!(
        program.read_line(SOON).unwrap_err().reason,
        Termination::Time
    );
    let mut slow = start("sleep 0.2; wc -c");
    slow.send(&"x".repeat(1 << 18));
    slow.read_line(Duration::from_millis(500)).unwrap_err();
    slow.input = None;
    assert_eq!(slow.read_line(LONG).unwrap().trim(), (1 << 18).to_string());
}

#[test]
fn error_messages_without_end_do_not_keep_a_program_from_answering() {
    let mut program = start("head -c 1000000 /dev/zero >&2; echo done");
    assert_eq!(program.read_line(LONG).unwrap(), "done");
}

#[test]
fn a_polite_program_is_not_killed_and_a_rude_one_is() {
    let file = std::env::temp_dir().join(format!("flagfall-polite-{}", std::process::id()));
    let command = "echo here; cat > /dev/null; echo bye";
    let mut polite = start(&format!("{command} > {}", file.display()));
    assert_eq!(polite.read_line(LONG).unwrap(), "here");
    drop(polite);
    assert_eq!(fs::read_to_string(&file).unwrap(), "bye\n");
    fs::remove_file(file).unwrap();
    let mut rude = start("echo $$; trap '' TERM INT HUP; while true; do sleep 1; done");
    let pid = rude.read_line(LONG).unwrap();
    assert!(is_running(&pid));
    drop(rude);
    assert!(!is_running(&pid));
}

#[test]
fn what_a_program_has_started_goes_with_it() {
    let mut parent = start("sleep 100 & echo $!; sh -c 'sleep 100 & echo $!'; exit 0");
    let pids = [
        parent.read_line(LONG).unwrap(),
        parent.read_line(LONG).unwrap(),
    ];
    let group = parent.group().to_string();
    drop(parent);
    assert!(pids.iter().all(|pid| dies(pid)));
    assert!(!is_running(&group));
}

#[test]
fn when_the_arena_dies_the_guard_ends_the_program() {
    let mut program = start("echo $$; exec sleep 100");
    let pid = program.read_line(LONG).unwrap();
    // What happens to our end of the pipe when we are killed.
    drop(program.guard.stdin.take());
    assert!(dies(&pid));
}
