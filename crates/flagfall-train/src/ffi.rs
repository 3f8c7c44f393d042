//! The batch and its guests behind a C interface.
//!
//! Every function takes the pointer that [`ffenv_new`] returned and buffers that the caller owns, each with its number of
//! elements, which is checked. Functions return 0 (or a size) when all went well and -1 otherwise;
//! [`ffenv_last_error`] then says what was wrong. One batch must not be used by two threads at once; different batches may.
//! A panic inside is a bug; it is turned into an error.
#![expect(unsafe_code, reason = "a C interface receives raw pointers")]

use std::cell::RefCell;
use std::ffi::{CStr, CString, c_char};
use std::panic::{AssertUnwindSafe, catch_unwind};

use flagfall_core::{Rules, Seed, Variant};
use flagfall_env::observation::{OBS_BYTES, OBS_VERSION};
use flagfall_env::{Batch, Options, Player, SetupPool, Stats};

use crate::guests::Guests;

thread_local! {
    static LAST_ERROR: RefCell<CString> = RefCell::default();
}

/// How the games of a batch are played; see [`Options`].
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct FfenvOptions {
    /// How many games.
    pub n_games: u32,
    /// 0 classic, 1 Barrage.
    pub variant: u32,
    /// Draw after this many plies without attack; 0 for no limit.
    pub max_quiet: u32,
    /// Draw after this many plies in all; 0 for no limit.
    pub max_plies: u32,
    /// Whether another game begins where one has ended (1) or not (0).
    pub auto_reset: u32,
    /// Whether games 2k and 2k + 1 begin with the same setups (1) or not (0).
    pub paired: u32,
    /// The seed of everything random.
    pub seed: u64,
}

/// The text of the last error in this thread. It stays valid until the next error in this thread.
#[unsafe(no_mangle)]
pub extern "C" fn ffenv_last_error() -> *const c_char {
    LAST_ERROR.with_borrow(|text| text.as_ptr())
}

/// The version of the observation layout.
#[unsafe(no_mangle)]
pub extern "C" fn ffenv_obs_version() -> u32 {
    OBS_VERSION
}

/// How many bytes an observation has.
#[unsafe(no_mangle)]
pub extern "C" fn ffenv_obs_bytes() -> usize {
    OBS_BYTES
}

/// Starts a batch of games; null on errors. `setups` is the path of a file of setups to draw from, or null for random ones.
/// The result must be given back to [`ffenv_free`].
///
/// # Safety
/// `options` points to options; `setups` is null or points to a string that ends with a zero byte.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ffenv_new(
    options: *const FfenvOptions,
    setups: *const c_char,
) -> *mut Batch {
    let mut made = std::ptr::null_mut();
    attempt(|| {
        // SAFETY: the caller vouches for both pointers.
        let (options, setups) = unsafe {
            let options = options.as_ref().ok_or("no options given")?;
            (options, (!setups.is_null()).then(|| CStr::from_ptr(setups)))
        };
        made = Box::into_raw(Box::new(make_batch(options, setups)?));
        Ok(0)
    });
    made
}

fn make_batch(options: &FfenvOptions, setups: Option<&CStr>) -> Result<Batch, String> {
    let variant = match options.variant {
        0 => Variant::Classic,
        1 => Variant::Barrage,
        other => {
            return Err(format!(
                "unknown variant {other}; 0 is classic, 1 is Barrage"
            ));
        }
    };
    let limit = |plies: u32| (plies > 0).then_some(plies);
    let rules = Rules {
        variant,
        max_quiet: limit(options.max_quiet),
        max_plies: limit(options.max_plies),
        ..Rules::default()
    };
    let pool = match setups {
        None => SetupPool::uniform(variant),
        Some(path) => {
            let path = path
                .to_str()
                .map_err(|_| "the path of the setups is not UTF-8".to_owned())?;
            let text = std::fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?;
            SetupPool::parse(variant, &text).map_err(|error| format!("{path}: {error}"))?
        }
    };
    let options = Options {
        n_games: options.n_games as usize,
        rules,
        auto_reset: options.auto_reset != 0,
        paired: options.paired != 0,
        seed: Seed(options.seed),
    };
    Batch::new(options, pool).map_err(|error| error.to_string())
}

/// Ends a batch. A null pointer is allowed.
///
/// # Safety
/// `batch` is null or comes from [`ffenv_new`], and is not used again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ffenv_free(batch: *mut Batch) {
    if !batch.is_null() {
        // SAFETY: the pointer was made by `Box::into_raw` in `ffenv_new`, and the caller gives it up.
        drop(unsafe { Box::from_raw(batch) });
    }
}

/// Writes the observations of the players to move: `n` bytes, [`ffenv_obs_bytes`] a game. See [`Batch::observe`].
///
/// # Safety
/// `batch` comes from [`ffenv_new`]; `obs` points to `n` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ffenv_observe(batch: *const Batch, obs: *mut u8, n: usize) -> i32 {
    // SAFETY: the caller vouches for pointer and length.
    attempt(|| unsafe { Ok(shared(batch)?.observe(slice_mut(obs, n)?)?) }.map(|()| 0)) as i32
}

/// Plays one action a game, and writes the next observations and the outcomes for those who moved. See [`Batch::step`].
///
/// # Safety
/// `batch` comes from [`ffenv_new`] and is used by no other thread; each buffer has as many elements as are given for it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ffenv_step(
    batch: *mut Batch,
    actions: *const i16,
    n_actions: usize,
    obs: *mut u8,
    n_obs: usize,
    outcomes: *mut u8,
    n_outcomes: usize,
) -> i32 {
    attempt(|| {
        // SAFETY: the caller vouches for pointers and lengths, and that nobody else uses the batch.
        unsafe {
            let batch = batch.as_mut().ok_or(NULL_BATCH)?;
            batch.step(
                slice(actions, n_actions)?,
                slice_mut(obs, n_obs)?,
                slice_mut(outcomes, n_outcomes)?,
            )?;
        }
        Ok(0)
    }) as i32
}

/// [`ffenv_step`] and [`ffenv_training_truth`] in one pass. **For training only**; see [`Batch::step_with_truth`].
///
/// # Safety
/// `batch` comes from [`ffenv_new`] and is used by no other thread; each buffer has as many elements as are given for it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ffenv_step_with_truth(
    batch: *mut Batch,
    actions: *const i16,
    n_actions: usize,
    obs: *mut u8,
    n_obs: usize,
    outcomes: *mut u8,
    n_outcomes: usize,
    truth: *mut u8,
    n_truth: usize,
) -> i32 {
    attempt(|| {
        // SAFETY: the caller vouches for pointers and lengths, and that nobody else uses the batch.
        unsafe {
            let batch = batch.as_mut().ok_or(NULL_BATCH)?;
            batch.step_with_truth(
                slice(actions, n_actions)?,
                slice_mut(obs, n_obs)?,
                slice_mut(outcomes, n_outcomes)?,
                slice_mut(truth, n_truth)?,
            )?;
        }
        Ok(0)
    }) as i32
}

/// Writes the true ranks of hidden enemy pieces, 100 bytes a game. **For training only**; see [`Batch::training_truth`].
///
/// # Safety
/// `batch` comes from [`ffenv_new`]; `truth` points to `n` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ffenv_training_truth(
    batch: *const Batch,
    truth: *mut u8,
    n: usize,
) -> i32 {
    // SAFETY: the caller vouches for pointer and length.
    attempt(|| unsafe { Ok(shared(batch)?.training_truth(slice_mut(truth, n)?)?) }.map(|()| 0))
        as i32
}

/// Writes what a built-in player (0 random, 1 heuristic) would play, one action a game. See [`Batch::player_actions`].
///
/// # Safety
/// `batch` comes from [`ffenv_new`]; `actions` points to `n` elements.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ffenv_player_actions(
    batch: *const Batch,
    player: u32,
    actions: *mut i16,
    n: usize,
) -> i32 {
    attempt(|| {
        let player = match player {
            0 => Player::Random,
            1 => Player::Heuristic,
            other => {
                return Err(format!("unknown player {other}; 0 is random, 1 the heuristic").into());
            }
        };
        // SAFETY: the caller vouches for pointer and length.
        unsafe { shared(batch)?.player_actions(player, slice_mut(actions, n)?)? };
        Ok(0)
    }) as i32
}

/// Writes 1 for each game that goes on and 0 for each that is over.
///
/// # Safety
/// `batch` comes from [`ffenv_new`]; `running` points to `n` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ffenv_running(batch: *const Batch, running: *mut u8, n: usize) -> i32 {
    // SAFETY: the caller vouches for pointer and length.
    attempt(|| unsafe { Ok(shared(batch)?.running(slice_mut(running, n)?)?) }.map(|()| 0)) as i32
}

/// Writes the counts of [`Stats`] in the order of their declaration.
///
/// # Safety
/// `batch` comes from [`ffenv_new`]; `counts` points to `n` elements.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ffenv_stats(batch: *const Batch, counts: *mut u64, n: usize) -> i32 {
    attempt(|| {
        // SAFETY: the caller vouches for pointer and length.
        let (batch, counts) = unsafe { (shared(batch)?, slice_mut(counts, n)?) };
        if n != Stats::COUNT {
            return Err(format!(
                "there are {} counts, the buffer has {n} elements",
                Stats::COUNT
            )
            .into());
        }
        counts.copy_from_slice(&batch.stats().to_array());
        Ok(0)
    }) as i32
}

/// Writes the state of the batch and returns its size in bytes. With a null buffer nothing is written, but the size returned.
///
/// # Safety
/// `batch` comes from [`ffenv_new`]; `bytes` is null or points to `n` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ffenv_save(batch: *const Batch, bytes: *mut u8, n: usize) -> i64 {
    attempt(|| {
        // SAFETY: the caller vouches for the pointer.
        let state = unsafe { shared(batch)? }.save();
        if !bytes.is_null() {
            // SAFETY: the caller vouches for pointer and length.
            let out = unsafe { slice_mut(bytes, n)? };
            if n != state.len() {
                return Err(format!("the state has {} bytes, the buffer {n}", state.len()).into());
            }
            out.copy_from_slice(&state);
        }
        Ok(state.len() as i64)
    })
}

/// Takes up a saved state. See [`Batch::load`].
///
/// # Safety
/// `batch` comes from [`ffenv_new`] and is used by no other thread; `bytes` points to `n` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ffenv_load(batch: *mut Batch, bytes: *const u8, n: usize) -> i32 {
    attempt(|| {
        // SAFETY: the caller vouches for both pointers and the length.
        unsafe { batch.as_mut().ok_or(NULL_BATCH)?.load(slice(bytes, n)?)? };
        Ok(0)
    }) as i32
}

/// Invites guests, by lines of a number of games and a bot; null on errors. See [`Guests::invite`]. The result must be given back
/// to [`ffguests_free`].
///
/// # Safety
/// `text` points to a string that ends with a zero byte.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ffguests_new(text: *const c_char, seed: u64) -> *mut Guests {
    let mut made = std::ptr::null_mut();
    attempt(|| {
        if text.is_null() {
            return Err("no guests given".into());
        }
        // SAFETY: the caller vouches for the pointer.
        let text = unsafe { CStr::from_ptr(text) }.to_str()?;
        made = Box::into_raw(Box::new(Guests::invite(text, Seed(seed))?));
        Ok(0)
    });
    made
}

/// Sends guests home. A null pointer is allowed.
///
/// # Safety
/// `guests` is null or comes from [`ffguests_new`], and is not used again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ffguests_free(guests: *mut Guests) {
    if !guests.is_null() {
        // SAFETY: the pointer was made by `Box::into_raw` in `ffguests_new`, and the caller gives it up.
        drop(unsafe { Box::from_raw(guests) });
    }
}

/// Lets the guests of a batch play with setups of their own making. See [`Guests::bring_setups`].
///
/// # Safety
/// `guests` comes from [`ffguests_new`], `batch` from [`ffenv_new`], and both are used by no other thread.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ffguests_bring_setups(guests: *const Guests, batch: *mut Batch) -> i32 {
    attempt(|| {
        // SAFETY: the caller vouches for the pointers, and that nobody else uses guests and batch.
        let (guests, batch) = unsafe { (guests.as_ref(), batch.as_mut()) };
        let guests = guests.ok_or(NULL_GUESTS)?;
        guests.bring_setups(batch.ok_or(NULL_BATCH)?)?;
        Ok(0)
    }) as i32
}

/// Puts the guests' actions in place of the learner's where it is their turn, and flags those games. See [`Guests::choose`].
///
/// # Safety
/// `guests` comes from [`ffguests_new`], `batch` from [`ffenv_new`], and both are used by no other thread; each buffer has as many
/// elements as are given for it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ffguests_choose(
    guests: *mut Guests,
    batch: *const Batch,
    actions: *mut i16,
    n_actions: usize,
    theirs: *mut u8,
    n_theirs: usize,
) -> i32 {
    attempt(|| {
        // SAFETY: the caller vouches for pointers and lengths, and that nobody else uses guests and batch.
        unsafe {
            let guests = guests.as_mut().ok_or(NULL_GUESTS)?;
            guests.choose(
                shared(batch)?,
                slice_mut(actions, n_actions)?,
                slice_mut(theirs, n_theirs)?,
            )?;
        }
        Ok(0)
    }) as i32
}

const NULL_GUESTS: &str = "the guests are a null pointer";
const NULL_BATCH: &str = "the batch is a null pointer";

type AnyError = Box<dyn std::error::Error>;

/// Runs a call; keeps the text of what went wrong and returns -1 then.
fn attempt(call: impl FnOnce() -> Result<i64, AnyError>) -> i64 {
    let message = match catch_unwind(AssertUnwindSafe(call)) {
        Ok(Ok(value)) => return value,
        Ok(Err(error)) => error.to_string(),
        Err(_) => "internal error: the engine panicked".to_owned(),
    };
    LAST_ERROR.set(CString::new(message.replace('\0', " ")).unwrap_or_default());
    -1
}

/// # Safety
/// The pointer is null or comes from [`ffenv_new`].
unsafe fn shared<'a>(batch: *const Batch) -> Result<&'a Batch, AnyError> {
    // SAFETY: passed on to the caller.
    unsafe { batch.as_ref() }.ok_or_else(|| NULL_BATCH.into())
}

/// # Safety
/// The pointer is null or points to `n` elements that nobody writes meanwhile.
unsafe fn slice<'a, T>(first: *const T, n: usize) -> Result<&'a [T], AnyError> {
    if first.is_null() {
        return Err("a buffer is a null pointer".into());
    }
    // SAFETY: passed on to the caller.
    Ok(unsafe { std::slice::from_raw_parts(first, n) })
}

/// # Safety
/// The pointer is null or points to `n` elements that nobody else uses meanwhile.
unsafe fn slice_mut<'a, T>(first: *mut T, n: usize) -> Result<&'a mut [T], AnyError> {
    if first.is_null() {
        return Err("a buffer is a null pointer".into());
    }
    // SAFETY: passed on to the caller.
    Ok(unsafe { std::slice::from_raw_parts_mut(first, n) })
}
