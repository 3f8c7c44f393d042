//! The folder of an evolution: a file for each generation.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use flagfall_record::write_whole;

use crate::error::EvolveError;
use crate::population::Generation;
use crate::settings::Settings;

fn file_of(folder: &Path, number: u32) -> PathBuf {
    folder.join(format!("generation-{number:03}.json"))
}

/// The generations that the folder has, in their order. It is made if there is none.
pub(crate) fn read(folder: &Path, settings: &Settings) -> Result<Vec<Generation>, EvolveError> {
    fs::create_dir_all(folder).map_err(|error| EvolveError::Io {
        path: folder.to_path_buf(),
        error,
    })?;
    let mut found: Vec<Generation> = Vec::new();
    loop {
        let number = found.len() as u32 + 1;
        let path = file_of(folder, number);
        let text = match fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(found),
            Err(error) => return Err(EvolveError::Io { path, error }),
        };
        let generation: Generation =
            serde_json::from_str(&text).map_err(|error| EvolveError::Unreadable {
                path: path.clone(),
                reason: error.to_string(),
            })?;
        check(&generation, number).map_err(|reason| EvolveError::Unreadable {
            path: path.clone(),
            reason: reason.to_owned(),
        })?;
        if generation.settings != *settings {
            return Err(EvolveError::OtherSettings(folder.to_path_buf()));
        }
        found.push(generation);
    }
}

fn check(generation: &Generation, number: u32) -> Result<(), &'static str> {
    let solutions = &generation.solutions;
    let population = generation.settings.population;
    if generation.number != number {
        Err("the number inside is not that of the file")
    } else if solutions.len() != population {
        Err("it has not as many solutions as its settings say")
    } else if solutions
        .iter()
        .any(|one| one.player(&generation.settings).is_none())
    {
        Err(
            "a solution has not as many values as there are parameters, or no setup where it should have one",
        )
    } else if solutions
        .iter()
        .any(|one| one.parents.iter().any(|&parent| parent >= population))
    {
        Err("a solution names a parent that is not there")
    } else {
        Ok(())
    }
}

pub(crate) fn write_generation(folder: &Path, generation: &Generation) -> Result<(), EvolveError> {
    let json = serde_json::to_string(generation).expect("numbers and words can be written");
    write(&file_of(folder, generation.number), &json)
}

pub(crate) fn write(path: &Path, text: &str) -> Result<(), EvolveError> {
    write_whole(path, text.as_bytes()).map_err(|error| EvolveError::Io {
        path: path.to_path_buf(),
        error,
    })
}
